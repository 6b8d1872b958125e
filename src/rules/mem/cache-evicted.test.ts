import { describe, expect, it } from 'vitest';
import { cites, process, processes, psi } from '../../../test/given.ts';
import { cacheEvicted } from './cache-evicted.ts';

const reclaim = (fileRefaultsPerS: number) => ({ cites, fileRefaultsPerS });
const tar = process(7, 'tar', { unit: 'backup.service' }, { readBytesPerS: 30e6 });
const mysqld = process(8, 'mysqld', {}, { readBytesPerS: 40e6 });

describe('refaults of file pages', () => {
  it.each([
    [25, 40, 'found'],
    [24.9, 40, 'ruled-out'],
    [5000, 9.9, 'ruled-out'],
    [5000, 10, 'found'],
  ])('%d a second, PSI io some %d %%: %s', (refaults, some, kind) => {
    expect(cacheEvicted.decide({ reclaim: reclaim(refaults), pressure: psi(some) }).kind).toBe(kind);
  });

  it('are undecided where nobody counted them, or nothing tells who waits', () => {
    expect(cacheEvicted.decide({}).kind).toBe('undecided');
    expect(cacheEvicted.decide({ reclaim: { cites, majorFaultsPerS: 900 }, pressure: psi(50) }).kind).toBe('undecided');
    expect(cacheEvicted.decide({ reclaim: reclaim(100) }).kind).toBe('undecided');
  });
});

describe('who', () => {
  const decide = (...all: readonly ReturnType<typeof process>[]) =>
    cacheEvicted.decide({ reclaim: reclaim(300), pressure: psi(50), processes: processes(...all), host: { cites, cgroupVersion: 2 } });

  it('names the bulk job, never the database that suffers from it', () => {
    expect(decide(mysqld, tar)).toMatchObject({ confidence: 'likely', culprit: { process: 'tar', kind: 'backup' } });
    expect(decide(mysqld)).toMatchObject({ confidence: 'possible' });
    expect(decide(mysqld)).not.toHaveProperty('culprit');
  });

  it('advises the job first, the weight of metadata second, and calls drop_caches a command that costs reads', () => {
    const verdict = decide(tar);
    const lasting = verdict.kind === 'found' ? verdict.advice.lasting : [];
    expect(lasting.map(({ does }) => does).join('\n')).toMatch(
      /drop behind[\s\S]*Cap the memory[\s\S]*vfs_cache_pressure[\s\S]*drop_caches.*no setting/,
    );
    expect(lasting[1]?.command).toBe('systemctl set-property backup.service MemoryHigh=500M');
  });
});
