"""pycurl_client.py URL CONNECTIONS SECONDS BODY: requests a second of libcurl under Python, the least that Python can do."""
import sys
import time
from io import BytesIO

import pycurl


class Asking:
    """One connection, asked again as soon as it has answered."""

    def __init__(self, url: str, body: bytes) -> None:
        self.curl = pycurl.Curl()
        self.curl.asking = self
        self.curl.setopt(pycurl.URL, url)
        self.curl.setopt(pycurl.POSTFIELDS, body)
        self.curl.setopt(pycurl.HTTPHEADER, ["Content-Type: application/json"])
        self.curl.setopt(pycurl.NOPROXY, "*")
        self.renew()

    def renew(self) -> None:
        self.answer = BytesIO()
        self.curl.setopt(pycurl.WRITEDATA, self.answer)


def main(url: str, connections: int, seconds: float, body: bytes) -> None:
    multi = pycurl.CurlMulti()
    for _ in range(connections):
        multi.add_handle(Asking(url, body).curl)

    def ask_for(seconds: float) -> int:
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            multi.perform()
            _, answered, failed = multi.info_read(connections)
            if failed:
                raise RuntimeError(failed[0][2])
            for curl in answered:
                curl.asking.answer.getvalue().decode()
                done += 1
                multi.remove_handle(curl)
                curl.asking.renew()
                multi.add_handle(curl)
            if not answered:
                multi.select(1.0)
        return done

    ask_for(1)
    cpu, begun = time.process_time(), time.perf_counter()
    answered = ask_for(seconds)
    used, took = time.process_time() - cpu, time.perf_counter() - begun
    print(f"{answered / took:.0f} requests/s, {used * 1e6 / answered:.2f} us CPU a request")


main(sys.argv[1] + "/", int(sys.argv[2]), float(sys.argv[3]), sys.argv[4].encode())
