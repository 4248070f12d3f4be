// Another site, whose pages have the component. Its address differs from that of the server in host and port.
import { createServer } from "node:http";

const style = ":root { background: light-dark(#fff, #101010); color: light-dark(#000, #fff) } a { color: light-dark(#00c, #9cf) }";

// A page of the site: `elements` of it beside the script of a server. The policy lets it load nothing but what it must.
export async function openSite() {
  const pages = new Map();
  const site = createServer((request, response) => {
    const page = pages.get(new URL(request.url, "http://localhost").pathname);
    if (request.url === "/site.css") return response.writeHead(200, { "Content-Type": "text/css" }).end(style);
    if (!page) return response.writeHead(204).end();
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": page.policy }).end(page.html);
  });
  await new Promise((done) => site.listen(0, "localhost", done));
  site.unref();
  const url = `http://localhost:${site.address().port}`;
  return {
    url,
    // Adds a page and gives its address. styled: whether it has a style, which its policy must then allow.
    add(server, elements, { scheme = "light dark", styled = false } = {}) {
      const path = "/p" + pages.size;
      pages.set(path, {
        policy:
          `default-src 'none'; script-src ${server}; connect-src ${server}; img-src data:; ${styled ? "style-src 'self'; " : ""}base-uri 'none'; form-action 'none'; ` +
          "require-trusted-types-for 'script'; trusted-types 'none'",
        html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}"><title>A shop</title><link rel="icon" href="data:,">${styled ? '<link rel="stylesheet" href="/site.css">' : ""}
<script type="module" src="${server}/t2s-ask.js"></script></head><body><main><h1>A shop</h1>${elements}<p><a href="#end" id="end">After it</a></p></main></body></html>`,
      });
      return url + path;
    },
    // Adds a page as it is, under no policy.
    addAsItIs(html) {
      pages.set("/p" + pages.size, { policy: "", html });
      return url + "/p" + (pages.size - 1);
    },
    close: () => site.close(),
  };
}
