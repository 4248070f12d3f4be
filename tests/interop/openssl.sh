#!/usr/bin/env bash
# openssl.sh T2S: `t2s doctor` against OpenSSL's own server, with certificates made here. Status 77, with the reason, without openssl.
set -uo pipefail
t2s=$1

skip() { echo "SKIPPED: $1"; exit 77; }
command -v openssl >/dev/null || skip "openssl is not installed (apt install openssl)"
openssl version | grep -qE '^OpenSSL (1\.1\.1|[3-9])' || skip "$(openssl version) is no OpenSSL of 1.1.1 or later"

server=''
folder=$(mktemp -d)
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP
cd "$folder" || exit 1

new_key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
authority() { openssl req -x509 "${new_key[@]}" -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem"; }
# certificate NAME HOST VALIDITY...: signed by the authority `ours`
certificate() {
  openssl req "${new_key[@]}" -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" &&
    openssl x509 -req -in "$1.csr" -CA ours.pem -CAkey ours.key -CAcreateserial -extfile <(echo "subjectAltName=DNS:$2") "${@:3}" -out "$1.pem"
}
make_all() {
  authority ours && authority others && certificate good localhost -days 2 && certificate wrong_host elsewhere.example -days 2 || return
  # Releases differ in their option for a date in the past.
  certificate expired localhost -days -1 ||
    certificate expired localhost -not_before 20200101000000Z -not_after 20200102000000Z || return
  openssl req -x509 "${new_key[@]}" -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout self_signed.key -out self_signed.pem
}
make_all >made.log 2>&1 || { cat made.log; skip "openssl made no certificates"; }

models='{"object":"list","data":[{"id":"tiny"}]}'
mkdir v1
printf 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' "${#models}" "$models" >v1/models

# serve CERTIFICATE OPTION...: sets `server` and, from its output, `port`
serve() {
  : >server.log
  timeout -k 5 50 openssl s_server -accept 127.0.0.1:0 -cert "$1.pem" -key "$1.key" -HTTP "${@:2}" </dev/null >server.log 2>&1 &
  server=$!
  port=''
  for _ in {1..100}; do
    port=$(sed -nE 's/^ACCEPT .*:([0-9]+)$/\1/p' server.log)
    [ -n "$port" ] && return
    sleep 0.05
  done
  cat server.log
  skip "openssl s_server does not say where it listens"
}
stop() { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; server=''; }

failed=0
# expect NAME STATUS TEXT WORDS...: the status and output of doctor with these words
expect() {
  local said status
  said=$(timeout -k 5 20 "$t2s" doctor --llm "https://localhost:$port/v1" "${@:4}" 2>&1 </dev/null)
  status=$?
  if [ "$status" -eq "$2" ] && grep -qE "$3" <<<"$said"; then
    echo "ok    $1: $(head -n 1 <<<"$said")"
  else
    echo "FAILS $1: status $status instead of $2, or not a line with '$3' in:"
    echo "$said"
    failed=1
  fi
}

serve good
if [ "$(timeout 20 "$t2s" doctor --llm "https://localhost:$port/v1" 2>&1 | grep -c 'without OpenSSL')" -ne 0 ]; then skip "t2s was built without OpenSSL"; fi
expect 'good' 0 'certificate trusted' --ca-file ours.pem
expect 'signed by an authority that is not trusted' 3 'refused: unable to get local issuer certificate' --ca-file others.pem
expect 'signed by an authority that the system does not know' 3 'refused: unable to get local issuer certificate'
stop
# refuses CERTIFICATE TEXT
refuses() {
  serve "$1"
  expect "$1" 3 "its certificate is refused: $2" --ca-file ours.pem
  stop
}
refuses wrong_host '[Hh]ost ?name mismatch'
refuses expired 'certificate has expired'
refuses self_signed 'self[- ]signed certificate'

serve good -tls1_1 -cipher 'ALL:@SECLEVEL=0'
expect 'TLS 1.1 and no newer' 3 'the server uses TLS 1\.2 or newer' --ca-file ours.pem
stop
exit "$failed"
