/** A Fastify server that only sends strings: one of each given size, at `/<size>`, until SIGTERM. */
import Fastify from 'fastify';

const app = Fastify({ logger: false });
for (const size of process.argv.slice(2)) {
  const frame = '{"data":""}';
  const body = JSON.stringify({ data: 'x'.repeat(Math.max(0, Number(size) - frame.length)) });
  app.get(`/${size}`, (_, reply) => reply.header('content-type', 'application/json').send(body));
}
process.once('SIGTERM', () => app.close());
process.stderr.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
