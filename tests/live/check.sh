#!/usr/bin/env bash
# Everything that needs a real model, against the server at T2S_LIVE_URL: what works, and what each system asked, got and repaired.
#   T2S_LIVE_URL=http://127.0.0.1:8080/v1 T2S_LIVE_MODEL=NAME [T2S_LIVE_EMBEDDING_MODEL=NAME] tests/live/check.sh T2S DATA OUT
# T2S is the program, DATA the folder with countries.sqlite, OUT keeps what was asked and answered: the same command goes on after an
# interruption. Status 1 if something does not work.
set -uo pipefail
t2s=$(realpath "$1") db=$(realpath "$2")/countries.sqlite out=$3
here=$(cd "$(dirname "$0")" && pwd)
model=(--llm "$T2S_LIVE_URL" --model "$T2S_LIVE_MODEL")
vectors=(--glove spelling)
[ -z "${T2S_LIVE_EMBEDDING_MODEL:-}" ] || vectors+=(--embedding-model "$T2S_LIVE_EMBEDDING_MODEL")
pool=$here/../../examples/data/demonstrations.json
question="Which rivers are longer than 5000 km?"
mkdir -p "$out" && cd "$out" || exit 1
failures=0

check() {  # check NAME COMMAND...: its output is in NAME.log
  local name=$1 log=${1// /_}.log
  shift
  if "$@" >"$log" 2>&1; then echo "ok      $name"; else
    echo "FAILED  $name (see $out/$log)" && tail -3 "$log" | sed 's/^/        /'
    failures=$((failures + 1))
  fi
}
ends_with() {  # ends_with STATUS COMMAND...
  local wanted=$1
  shift
  "$@"
  local status=$?
  [ $status -eq "$wanted" ] || { echo "status $status, not $wanted" && return 1; }
}
ask() { "$t2s" ask --db "$db" --demonstrations "$pool" "$@" "$question"; }

doctor() { "$t2s" doctor "${model[@]}" --db "$db"; }
chat() { [ -n "$("$t2s" chat "${model[@]}" --max-tokens 20 "Say hello.")" ]; }
asks() { ask "${model[@]}"; }
json() { ask "${model[@]}" --json | tee answer.json && grep -q '"sql"' answer.json; }
replays() {
  rm -f cassette.jsonl
  ask "${model[@]}" --record cassette.jsonl --csv >recorded.csv && ask --replay cassette.jsonl --model "$T2S_LIVE_MODEL" --csv >replayed.csv &&
    cmp recorded.csv replayed.csv
}
keeps_to_calls() {
  ends_with 3 ask "${model[@]}" --pipeline dart-sql --glove spelling --max-calls 1 >calls.txt 2>&1
  grep "budget of 1 model calls" calls.txt
}
keeps_to_time() {  # the model alone fails; the default goes on with the reader, and says so
  ends_with 3 ask "${model[@]}" --pipeline few-shot-corrected --timeout 0.001 && ask "${model[@]}" --timeout 0.001 >time.txt 2>&1
  grep "The model failed" time.txt
}
is_interrupted() {
  ends_with 130 timeout --preserve-status -s INT 1 "$t2s" ask --db "$db" --demonstrations "$pool" "${model[@]}" --pipeline dart-sql --glove spelling "$question"
}
serve() {
  "$t2s" serve --mcp --db "$db" --demonstrations "$pool" --bind 127.0.0.1:0 "${model[@]}" >serve.out 2>&1 &
  local server=$! url=
  for _ in $(seq 100); do url=$(grep -om1 'http://127.0.0.1:[0-9]*' serve.out) && break; sleep 0.2; done
  curl -sf -m 300 -H 'Content-Type: application/json' "$url/v1/ask" -d "{\"database\":\"countries\",\"question\":\"$question\",\"min_confidence\":0}" |
    tee served.json
  local send=(curl -sf -m 300 -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" "$url/mcp")
  "${send[@]}" -D session.txt -d '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"live","version":"1"}}}'
  local session
  session=$(grep -i '^mcp-session-id:' session.txt | tr -d '\r')
  "${send[@]}" -H "$session" -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":{\"question\":\"$question\",\"min_confidence\":0}}}" | tee mcp.json
  kill $server && wait $server
  grep -q '"sql"' served.json && grep -q '"id":1,"result"' mcp.json && grep -q SELECT mcp.json
}
systems() {  # each system and baseline over ten questions; the table is in systems/study.txt
  mkdir -p data && cp "$here/questions.json" data/dev.json && mkdir -p data/database/countries && cp "$db" data/database/countries/
  "$t2s" study "$here/study.json" --data data --demonstrations "$pool" "${vectors[@]}" "${model[@]}" --cache answers.sqlite --jobs 2 --out systems
}

check doctor doctor
check chat chat
check "a question" asks
check "an answer as JSON" json
check "record and replay" replays
check "a limit of calls" keeps_to_calls
check "a limit of time" keeps_to_time
check "interruption" is_interrupted
check "HTTP and MCP" serve
check systems systems
[ ! -f systems/study.txt ] || cat systems/study.txt
exit $((failures > 0))
