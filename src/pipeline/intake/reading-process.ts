/** Reads one large file. The task comes on stdin, the result goes to stdout, both in V8's own format. */
import { buffer } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import read, { type ReadingTask } from './reading-thread.ts';

const task: ReadingTask = deserialize(await buffer(process.stdin));
process.stdout.end(serialize(await read(task)));
