import { expect, test } from 'vitest';
import { filesOutput } from '../../test/raw-output.ts';
import { hostView } from './host.ts';
import { readOutputs } from './samples.ts';

const VENDOR = '/sys/class/dmi/id/sys_vendor';

test.each([
  ['the maker tells', { [VENDOR]: 'Amazon EC2' }, 'kvm'],
  ['a hypervisor that names itself knows better', { [VENDOR]: 'Amazon EC2', '/sys/hypervisor/type': 'xen' }, 'xen'],
  ['of an unknown maker nothing is said', { [VENDOR]: 'Gigabyte Technology Co., Ltd.' }, undefined],
] as const)('virtualisation: %s', (_what, files, virtualisation) => {
  const outputs = [filesOutput('machine.1', files)];
  expect(hostView(readOutputs(outputs).samples, outputs)?.virtualisation).toBe(virtualisation);
});
