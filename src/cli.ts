import { dispatch } from './cli/dispatch.ts';

// The command line, without Slack: standard output is the answer alone, all else goes to standard error.

// `diagbot explain … | head` closes the pipe before the answer is out.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await dispatch(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  complain: (line) => process.stderr.write(`${line}\n`),
  stdin: process.stdin,
  color: process.stdout.isTTY && process.stdout.hasColors(),
  now: () => new Date(),
});
