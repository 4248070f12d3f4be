// ---- the server of the page

let token = null; // in memory only; the server keeps it in a cookie that scripts cannot read

const { request, getJson, follow } = serverAt("", {
  authorization: () => token && "Bearer " + token,
  gone: "The server does not answer. See whether t2s serve is still running, start it again if not, and then ask again.",
});

// ---- what is wrong, and what to do

function complain(problem, retry) {
  const place = byId("problem");
  if (problem?.status === 401) return askForToken(problem, retry);
  fill(
    place,
    h("p", null, messageOf(problem)),
    retry
      ? button(
          "Try again",
          () => {
            fill(place);
            retry();
          },
          { class: "small" },
        )
      : null,
  );
}

function askForToken(problem, retry) {
  const input = h("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const submit = async (event) => {
    event.preventDefault();
    token = input.value.trim();
    try {
      await request("GET", "/v1/databases");
      await fetch("/?token=" + encodeURIComponent(token), { cache: "no-store" }).catch(() => {}); // links need the cookie that this sets
      fill(byId("problem"));
      retry?.();
    } catch (error) {
      complain(error, retry);
    }
  };
  fill(
    byId("problem"),
    h(
      "form",
      { submit },
      h(
        "p",
        null,
        token ? "That is not the token of this server. " : "This server needs a token. ",
        "It was printed where t2s serve was started.",
      ),
      h("label", { for: "token" }, "Token "),
      input,
      " ",
      h("button", { type: "submit", class: "small" }, "Use it"),
    ),
  );
  token = null;
  input.focus();
}
