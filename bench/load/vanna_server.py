"""vanna_server.py PORT DATABASE MODEL: vanna 2's FastAPI server over an SQLite file. The first request to the model gives the SQL, as for t2s;
vanna's second one, which puts the result into words, is answered here and costs no time."""
import logging
import sys
import uuid

import aiohttp
import uvicorn
from vanna import Agent, AgentConfig, ToolRegistry, User
from vanna.core.llm import LlmRequest, LlmResponse, LlmService, LlmStreamChunk
from vanna.core.tool import ToolCall
from vanna.core.user import RequestContext, UserResolver
from vanna.integrations.local.agent_memory import DemoAgentMemory
from vanna.integrations.sqlite import SqliteRunner
from vanna.servers.fastapi import VannaFastAPIServer
from vanna.tools import RunSqlTool


class ScriptedModel(LlmService):
    def __init__(self, url: str) -> None:
        self.url = url
        self.session: aiohttp.ClientSession | None = None

    async def send_request(self, request: LlmRequest) -> LlmResponse:
        last = request.messages[-1]
        if last.role == "tool":
            return LlmResponse(content=last.content, finish_reason="stop")
        if self.session is None:
            self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        body = {"model": "scripted", "messages": [{"role": m.role, "content": m.content} for m in request.messages]}
        async with self.session.post(self.url + "/v1/chat/completions", json=body) as answer:
            sql = (await answer.json())["choices"][0]["message"]["content"]
        call = ToolCall(id=uuid.uuid4().hex, name="run_sql", arguments={"sql": sql})
        return LlmResponse(content="", tool_calls=[call], finish_reason="tool_calls")

    async def stream_request(self, request: LlmRequest):
        response = await self.send_request(request)
        yield LlmStreamChunk(content=response.content, tool_calls=response.tool_calls, finish_reason=response.finish_reason)

    async def validate_tools(self, tools: list) -> list[str]:
        return []


class OneUser(UserResolver):
    async def resolve_user(self, request_context: RequestContext) -> User:
        return User(id="one", username="one", email="one@example.org", group_memberships=["user"])


def agent_over(database: str, model: str) -> Agent:
    tools = ToolRegistry()
    tools.register_local_tool(RunSqlTool(sql_runner=SqliteRunner(database_path=database)), access_groups=[])
    return Agent(llm_service=ScriptedModel(model), tool_registry=tools, user_resolver=OneUser(), agent_memory=DemoAgentMemory(),
                 config=AgentConfig(stream_responses=False, include_thinking_indicators=False))


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    app = VannaFastAPIServer(agent_over(sys.argv[2], sys.argv[3])).create_app()
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", backlog=4096)
