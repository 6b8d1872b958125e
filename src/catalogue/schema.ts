import { z } from 'zod';

const seconds = z.int().min(1).max(60);
const line = z.string().min(1).max(400);
const paths = z.array(z.string().min(1).max(200)).min(1).max(40);
const sentence = z.string().min(1).max(200);

/** One command of a file in commands/: exactly one of run, files, links and mounts. */
const command = z
  .strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'expected a word of small letters, digits and hyphens'),
    run: line.optional(),
    instead: line.optional(),
    files: paths.optional(),
    matching: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9 _.:=|()[\]{}/,^$?+*-]+$/, 'expected an extended regular expression without quotes and backslashes')
      .optional(),
    links: paths.optional(),
    mounts: line.optional(),
    parser: z.string().optional(),
    readings: z.literal([1, 2]).default(1),
    root: z.boolean().default(false),
    quiet: z.literal(true).optional(),
    lastLines: z.int().min(1).max(5000).optional(),
    timeoutSeconds: seconds.default(5),
    maxBytes: z.int().min(1000).max(4_000_000).default(400_000),
    debianPackage: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.+-]+$/, 'expected the name of a Debian package')
      .optional(),
    why: sentence,
    lost: sentence.optional(),
  })
  .superRefine((value, context) => {
    const actions = [value.run, value.files, value.links, value.mounts].filter((action) => action !== undefined);
    if (actions.length !== 1) context.addIssue({ code: 'custom', message: 'expected exactly one of run, files, links, mounts' });
    if (value.instead !== undefined && value.run === undefined) {
      context.addIssue({ code: 'custom', path: ['instead'], message: 'expected only beside run' });
    }
    if (value.matching !== undefined && value.files === undefined) {
      context.addIssue({ code: 'custom', path: ['matching'], message: 'expected only beside files' });
    }
    if (value.lastLines !== undefined && value.run === undefined) {
      context.addIssue({ code: 'custom', path: ['lastLines'], message: 'expected only beside run' });
    }
  });

const stem = z.string().regex(/^[a-z]{1,20}$/, 'expected a word of small letters, the file’s stem');
const parts = z.array(stem).max(20).default([]);

/** One file in commands/: a subcommand. */
export const catalogueFile = z.strictObject({
  name: stem,
  title: sentence,
  wallSeconds: seconds,
  parts,
  commands: z.array(command).max(60).default([]),
});

/** One file in commands/parts/: what several subcommands share. */
export const partFile = z.strictObject({
  name: stem,
  title: sentence,
  commands: z.array(command).min(1).max(60),
});
export type CommandLine = z.infer<typeof command>;
