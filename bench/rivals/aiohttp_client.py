"""aiohttp_client.py URL CONNECTIONS SECONDS BODY: requests a second of aiohttp, on uvloop where that is installed."""
import asyncio
import sys
import time

import aiohttp


async def main(url: str, connections: int, seconds: float, body: bytes) -> None:
    done = 0
    over = False

    async def ask_again_and_again() -> None:
        nonlocal done
        while not over:
            async with session.post(url, data=body, headers={"Content-Type": "application/json"}) as answer:
                await answer.text()
            done += 1

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=connections), trust_env=False) as session:
        asking = [asyncio.create_task(ask_again_and_again()) for _ in range(connections)]
        await asyncio.sleep(1)
        counted, cpu, begun = done, time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        answered, used, took = done - counted, time.process_time() - cpu, time.perf_counter() - begun
        over = True
        await asyncio.gather(*asking)
    print(f"{answered / took:.0f} requests/s, {used * 1e6 / answered:.2f} us CPU a request")


try:
    import uvloop

    uvloop.install()
except ImportError:
    pass
asyncio.run(main(sys.argv[1] + "/", int(sys.argv[2]), float(sys.argv[3]), sys.argv[4].encode()))
