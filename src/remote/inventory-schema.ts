import { z } from 'zod';

const volume = z.strictObject({
  device: z.string().regex(/^[a-z][a-z0-9_!-]{0,30}$/, 'expected a kernel name such as nvme1n1'),
  kind: z.enum(['gp2', 'gp3', 'st1', 'sc1', 'io1', 'io2', 'other']).optional(),
  iops: z.number().positive().optional(),
  /** Of 1,024,000 bytes, as iostat's figures are read. */
  mb_per_s: z.number().positive().optional(),
  /** Of 1,024 MiB, as providers sell and count them. */
  size_gb: z.number().positive().optional(),
});
export type VolumeLine = z.infer<typeof volume>;

/** One host. Which keys a transport needs is checked where they are used. */
const host = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/, 'expected letters, digits, dots, hyphens and underscores'),
    address: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.:%-]*$|^::1$/, 'expected a host name or an IP address')
      .optional(),
    port: z.int().min(1).max(65_535).optional(),
    user: z
      .string()
      .regex(/^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/, 'expected an account name')
      .optional(),
    identity: z.string().min(1).optional(),
    host_key: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "expected 'SHA256:…' as ssh-keygen -lf prints it")
      .optional(),
    jump: z.string().optional(),
    ssh_config: z.string().min(1).optional(),
    tags: z.array(z.string()).default([]),
    transport: z.enum(['ssh2', 'local', 'replay']).default('ssh2'),
    recording: z.string().optional(),
    volumes: z.array(volume).default([]),
  })
  .superRefine((value, context) => {
    if (value.transport === 'replay' && value.recording === undefined) {
      context.addIssue({ code: 'custom', message: 'expected recording, a folder, beside transport: replay' });
    }
  });
export type HostLine = z.infer<typeof host>;

export const hostsFile = z.strictObject({ hosts: z.array(host) });
