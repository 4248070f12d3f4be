// ---- a server

class Problem extends Error {
  // a refusal of the server; status 0 if the server does not answer
  constructor(status, message, { code = "", retryAfter } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

// An integer that a double cannot hold becomes a BigInt, if the browser passes the source text to the reviver.
const exact = (key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;
const parsed = (text) => (/\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text));

// Reads server-sent events (HTML standard) and gives the data of each as JSON.
async function* eventsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pieces = [],
    data = [];
  const lineEnd = /\r\n|\n|\r/;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pieces.push(value);
      if (!value.includes("\n")) continue; // long lines come in many pieces
      const lines = pieces.join("").split(lineEnd);
      pieces = [lines.pop()];
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        else if (line === "" && data.length) {
          yield parsed(data.join("\n"));
          data = [];
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

const waitsBefore = [0.5, 1, 2, 4, 8, 8]; // seconds to wait before each try to connect again

async function countdown(view, seconds, text, signal) {
  view.waiting = true;
  for (let left = Math.ceil(seconds); left > 0; --left) {
    view.note(text(left));
    await pause(1000 * Math.min(1, seconds), signal);
  }
  view.waiting = false;
}

// A server at an address, which is "" for that of the page. authorization: gives the value of that header, or nothing; gone: what is said if it
// does not answer.
function serverAt(base, { authorization, gone }) {
  async function request(method, path, { body, accept = "application/json", headers, signal } = {}) {
    const known = await authorization();
    let response;
    try {
      response = await fetch(base + path, {
        method,
        signal,
        cache: "no-store",
        credentials: "same-origin",
        redirect: "error",
        headers: {
          Accept: accept,
          ...(body && { "Content-Type": "application/json" }),
          ...(known && { Authorization: known }),
          ...headers,
        },
        body: body && JSON.stringify(body),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0, gone);
    }
    if (response.ok) return response;
    let message = "",
      code = "";
    try {
      const { error } = await response.json();
      message = messageOf(error);
      code = String(error.code);
    } catch {
      /* not JSON, perhaps from a proxy */
    }
    const seconds = Number(response.headers.get("Retry-After"));
    throw new Problem(response.status, message || `The server refuses this (status ${response.status}).`, {
      code,
      retryAfter: seconds > 0 ? seconds : undefined,
    });
  }

  const getJson = async (path) => parsed(await (await request("GET", path)).text());

  // Follows a run to its end: a new one (`body`) or a known one (`id`). Every event reaches the view once and in order.
  async function follow(view, { body, id }, signal) {
    const accept = "text/event-stream";
    let last = -1,
      lost = 0;
    const connect = () =>
      id
        ? request("GET", "/v1/runs/" + encodeURIComponent(id), {
            accept,
            signal,
            headers: last >= 0 ? { "Last-Event-ID": String(last) } : {},
          })
        : request("POST", "/v1/ask", { accept, signal, body });
    for (;;) {
      try {
        for await (const event of eventsOf(await connect())) {
          if (event.n <= last) continue;
          last = event.n;
          lost = 0;
          view.note(null);
          if (event.event === "run") id = event.id;
          view.take(event);
          if (event.event === "run") view.named?.();
          if (view.ended) return;
        }
      } catch (problem) {
        if (
          signal.aborted ||
          (problem instanceof Problem && problem.status !== 0 && problem.status !== 503) ||
          problem instanceof SyntaxError
        )
          throw problem;
        if (problem.status === 503) {
          await countdown(
            view,
            problem.retryAfter ?? 2,
            (seconds) => `The server answers as many questions as it can at once. This one is asked again in ${seconds} s.`,
            signal,
          );
          continue;
        }
      }
      const wait = waitsBefore[lost++];
      if (wait === undefined || !id) throw new Problem(0, gone); // without an id the run cannot be found again
      await countdown(view, wait, () => "The connection is lost. Trying to come back.", signal);
    }
  }

  return { request, getJson, follow };
}
