"""ask.py t2s|vanna URL QUESTIONS PID CONNECTED ASKING SECONDS: asks without a pause over ASKING connections while CONNECTED - ASKING others
are open, checks every answer, and prints throughput, times of answers, and the memory of the process PID, minute by minute."""
import asyncio
import itertools
import json
import sys
import time
import uuid
from urllib.parse import urlsplit

import aiohttp

WARM_UP = 10  # seconds


class T2s:
    health = "/healthz"

    def request(self, question: str) -> tuple[str, dict]:
        return "/v1/ask", {"database": "countries", "question": question}

    def answers(self, body: str, wanted: str) -> bool:
        return wanted in json.dumps(json.loads(body).get("rows"))


class Vanna:
    health = "/health"

    def request(self, question: str) -> tuple[str, dict]:
        return "/api/vanna/v2/chat_sse", {"message": question, "conversation_id": uuid.uuid4().hex}

    def answers(self, body: str, wanted: str) -> bool:
        return "[DONE]" in body and wanted in body


def resident_megabytes(pid: int) -> float:
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


async def stay_connected(url: str, health: str, lost: list[int], over: asyncio.Event) -> None:
    """A client that asks for the page now and then, as one that reads its answer."""
    at = urlsplit(url)
    while not over.is_set():
        try:
            reader, writer = await asyncio.open_connection(at.hostname, at.port)
            while not over.is_set():
                writer.write(f"GET {health} HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
                head = await reader.readuntil(b"\r\n\r\n")
                length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")), 0)
                await reader.readexactly(length)
                try:
                    await asyncio.wait_for(over.wait(), 3)
                except TimeoutError:
                    pass
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            if not over.is_set():
                lost[0] += 1
                await asyncio.sleep(0.1)


async def main(server, url: str, known: list[dict], pid: int, connected: int, asking: int, seconds: float) -> None:
    over, lost, wrong, times = asyncio.Event(), [0], [0], []
    turns = itertools.cycle(known)

    async def ask_again_and_again(session: aiohttp.ClientSession) -> None:
        while not over.is_set():
            one = next(turns)
            path, body = server.request(one["question"])
            begun = time.perf_counter()
            try:
                async with session.post(url + path, json=body) as answer:
                    text = await answer.text()
                right = answer.status == 200 and server.answers(text, one["answer"])
            except (aiohttp.ClientError, TimeoutError) as error:
                right, text = False, repr(error)
            ended = time.perf_counter()
            if not right:
                wrong[0] += 1
                if wrong[0] == 1:
                    print("the first wrong answer:", text[:500], file=sys.stderr)
            times.append((ended, ended - begun))

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=120)) as session:
        tasks = [asyncio.create_task(stay_connected(url, server.health, lost, over)) for _ in range(connected - asking)]
        tasks += [asyncio.create_task(ask_again_and_again(session)) for _ in range(asking)]
        await asyncio.sleep(WARM_UP)
        begun, memory = time.perf_counter(), [resident_megabytes(pid)]
        while (left := begun + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(60, left))
            memory.append(resident_megabytes(pid))
        ended = time.perf_counter()
        over.set()
        await asyncio.gather(*tasks)
    took = sorted(duration for at, duration in times if begun <= at <= ended)
    shares = {f"p{share}": took[min(len(took) - 1, len(took) * share // 100)] for share in (50, 95, 99)}
    print(json.dumps({"answers a second": round(len(took) / (ended - begun), 1), **{k: round(v, 3) for k, v in shares.items()},
                      "longest": round(took[-1], 3), "wrong": wrong[0], "lost connections": lost[0],
                      "megabytes": [round(m, 1) for m in memory]}))


if __name__ == "__main__":
    kinds = {"t2s": T2s, "vanna": Vanna}
    with open(sys.argv[3], encoding="utf-8") as file:
        questions = json.load(file)
    asyncio.run(main(kinds[sys.argv[1]](), sys.argv[2], questions, int(sys.argv[4]), int(sys.argv[5]), int(sys.argv[6]), float(sys.argv[7])))
