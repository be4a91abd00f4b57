// Servers that a sandbox must not reach: on the loopback, on a path, on an abstract name. Prints its port when ready.
import { createServer } from "node:net";

const [path, inner, abstract] = process.argv.slice(2);
const listen = (at) =>
  new Promise((done) => {
    const server = createServer((socket) => socket.on("error", () => {}).end("hello")).listen(at, () => done(server));
  });
await listen({ path });
await listen({ path: inner });
await listen({ path: `\0${abstract}` });
const server = await listen({ host: "127.0.0.1", port: 0 });
console.log(server.address().port);
