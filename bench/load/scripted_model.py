"""scripted_model.py PORT QUESTIONS SECONDS: a model behind OpenAI's protocol that knows the SQL of each question and takes SECONDS for it."""
import asyncio
import json
import sys

from aiohttp import web


def app_of(known: list[dict], seconds: float) -> web.Application:
    async def complete(request: web.Request) -> web.Response:
        asked = (await request.json())["messages"][-1]["content"]
        places = {asked.rfind(one["question"]): one["sql"] for one in known}  # the last one is asked, others are examples
        await asyncio.sleep(seconds)
        message = {"role": "assistant", "content": places[max(places)]}
        return web.json_response({"model": "scripted", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                                  "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}})

    app = web.Application()
    app.router.add_post("/v1/chat/completions", complete)
    return app


if __name__ == "__main__":
    with open(sys.argv[2], encoding="utf-8") as file:
        questions = json.load(file)
    web.run_app(app_of(questions, float(sys.argv[3])), host="127.0.0.1", port=int(sys.argv[1]), access_log=None, print=None)
