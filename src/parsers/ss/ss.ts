import type { Row } from '../../model/evidence.ts';
import { defineParser, type ParseProblem } from '../parser.ts';
import { readCount } from '../text/number.ts';
import { isBlankLine, words } from '../text/words.ts';

/** A socket that listens, with the connections that wait to be accepted. */
export interface ListeningSocket extends Row {
  /** '*:80', '[::]:443'. */
  readonly address: string;
  readonly waiting: number;
  /** How many may wait: the lesser of listen()'s backlog and somaxconn. Absent where the tool does not tell (netstat). */
  readonly backlog?: number;
  readonly process?: string;
  readonly pid?: number;
}
export interface SsSample {
  readonly listening: readonly ListeningSocket[];
}

const HEADER = /^(?:Netid\s+)?State\s+Recv-Q\s+Send-Q\s+Local Address:Port/;
const SOCKET = /^(?:(?:tcp|udp|v_str|u_str)\s+)?([A-Z][A-Z0-9-]+)\s+(\d+)\s+(\d+)\s+(\S+)/;
const USER = /users:\(\(?"([^"]{1,32})",(?:pid=)?(\d+)/;

/**
 * ss -lnt: sockets that listen, and how full their accept queues are.
 *
 * Reads   ss -lnt, with -p or -a too, of iproute2 since 3.10; headings may be missing
 * Columns Recv-Q of a listening socket -> waiting; Send-Q -> backlog; users:(("nginx",pid=5,fd=6)) -> process, pid
 * Not     sockets in other states, whose queues are bytes
 * Caution of one network namespace; a full queue reads backlog + 1
 * Source  ss(8)
 *
 *     State      Recv-Q Send-Q Local Address:Port                Peer Address:Port
 *     LISTEN     129    128                *:80                             *:*
 */
export const ss = defineParser<SsSample>({
  recognise: {
    command: /^ss\s+(?!-s\b)-/,
    looksLike: (lines) => lines.some((line) => HEADER.test(line) || /^LISTEN\s+\d+\s+\d+\s+\S+:\S+/.test(line)),
  },
  parse: (source) => {
    const listening: ListeningSocket[] = [];
    const problems: ParseProblem[] = [];
    let headed = false;
    for (const { text, cite } of source.lines) {
      if (isBlankLine(text)) continue;
      if (HEADER.test(text)) {
        headed = true;
        continue;
      }
      const [, state, waitingCell, backlogCell, address = ''] = SOCKET.exec(text) ?? [];
      const [waiting, backlog] = [readCount(waitingCell), readCount(backlogCell)];
      if (waiting === undefined || backlog === undefined || words(text).length < 4) problems.push({ cite, why: 'no socket of ss' });
      else if (state === 'LISTEN') {
        const [, process, pid] = USER.exec(text) ?? [];
        listening.push({
          ...{ address, waiting, cites: [cite] },
          ...(backlog > 0 ? { backlog } : {}),
          ...(process === undefined ? {} : { process, pid: Number(pid) }),
        });
      }
    }
    return { sample: listening.length > 0 || headed ? { listening } : undefined, problems };
  },
});
