import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Diagnosis, DiagnosisId } from '../model/diagnosis.ts';
import type { RawOutput } from '../model/output.ts';
import type { DiagRequest } from '../model/request.ts';
import type { Database } from './database.ts';
import { toJsonb, toText } from './json.ts';

/** What a stored diagnosis may claim to be; an older version gets its own mapping here when the model moves on. */
const VERSION: Diagnosis['version'] = 1;

type StoredDiagnosis = Omit<Diagnosis, 'takenAt'> & { readonly takenAt: string };
type StoredOutput = Omit<RawOutput, 'startedAt'> & { readonly startedAt: string };

export async function saveDiagnosis(
  database: Database,
  request: DiagRequest,
  diagnosis: Diagnosis,
  outputs: readonly RawOutput[],
): Promise<void> {
  const { id, host, subcommand, cause, takenAt, version } = diagnosis;
  const compressed = await promisify(gzip)(JSON.stringify(outputs));
  await database.query(
    `INSERT INTO diagnoses (id, request_id, host, subcommand, cause, taken_at, version, diagnosis, outputs)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, request.id, toText(host), toText(subcommand), cause, takenAt, version, toJsonb(diagnosis), compressed],
  );
}

export async function findDiagnosis(database: Database, id: DiagnosisId): Promise<Diagnosis | undefined> {
  const [row] = await database.query<{ version: number; diagnosis: StoredDiagnosis }>(
    'SELECT version, diagnosis FROM diagnoses WHERE id = $1',
    [id],
  );
  if (!row) return undefined;
  if (row.version !== VERSION)
    throw new Error(`diagnosis ${id} is of version ${row.version}, this diagbot reads version ${VERSION}: start the version that wrote it`);
  // JSON has no undefined: a window that no output told is an absent key again.
  return { ...row.diagnosis, takenAt: new Date(row.diagnosis.takenAt) };
}

export async function findOutputs(database: Database, id: DiagnosisId): Promise<readonly RawOutput[]> {
  const [row] = await database.query<{ outputs: Uint8Array }>('SELECT outputs FROM diagnoses WHERE id = $1', [id]);
  if (!row) return [];
  const stored = JSON.parse((await promisify(gunzip)(row.outputs)).toString('utf8')) as StoredOutput[];
  return stored.map((output) => ({ ...output, startedAt: new Date(output.startedAt) }));
}
