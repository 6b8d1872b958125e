// Who may import whom. One row a folder; src/README.md tells the reasons at length.
const folders = {
  model: { may: [], packages: [], node: false, why: 'the vocabulary stands alone' },
  parsers: { may: ['model'], packages: [], node: false, why: 'text in, figures out: no clock, no file, no package' },
  snapshot: { may: ['model', 'parsers'], packages: [], node: false, why: 'pure: a stored capture must be judged like a live one' },
  rules: { may: ['model', 'snapshot'], packages: [], node: false, why: 'rules see views, never formats; pure' },
  diagnose: { may: ['model', 'parsers', 'snapshot', 'rules'], packages: [], node: false, why: 'pure: all verdicts can be recomputed' },
  render: { may: ['model'], packages: ['@slack/types'], node: false, why: 'what is shown depends on the diagnosis alone' },
  schedule: { may: ['model'], packages: [], node: false, why: 'pure: who asks hands in the time' },
  'yaml-file': { may: ['model'], packages: ['yaml', 'zod'], node: false, why: 'text in, data or mistakes out' },
  catalogue: { may: ['model', 'parsers', 'yaml-file'], packages: ['zod'], node: true, why: 'the only reader of commands/' },
  remote: { may: ['model', 'yaml-file'], packages: ['ssh2', 'ssh-config', 'yaml', 'zod'], node: true, why: 'the only way to a host' },
  store: { may: ['model'], packages: ['pg', '@electric-sql/pglite'], node: true, why: 'the only importer of a database' },
  app: {
    may: ['model', 'catalogue', 'parsers', 'snapshot', 'rules', 'diagnose'],
    packages: [],
    node: false,
    why: 'use cases see the world through ports',
  },
  slack: {
    may: ['model', 'app', 'render'],
    packages: ['@slack/bolt', '@slack/web-api', '@slack/socket-mode', '@slack/types', 'undici'],
    node: true,
    why: 'the only importer of Bolt',
  },
};

const escaped = (text) => text.replace(/[/\-\\^$*+?.()|[\]{}]/g, '\\$&');

const rules = Object.entries(folders).flatMap(([folder, { may, packages, node, why }]) => [
  {
    name: `${folder}-imports-only-its-own`,
    comment: `src/${folder} may import ${[folder, ...may].join(', ')}: ${why}.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
    to: { path: '^(src|test)/', pathNot: `^src/(${[folder, ...may].join('|')})/` },
  },
  {
    name: `${folder}-packages`,
    comment: `src/${folder} may use ${packages.join(', ') || 'no package'}: ${why}.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: 'node_modules/',
      pathNot: packages
        .map((name) => `node_modules/(@types/)?${escaped(name)}/`)
        .concat('^$')
        .join('|'),
    },
  },
  ...(node
    ? []
    : [
        {
          name: `${folder}-no-node`,
          comment: `src/${folder} is pure: no node: module, so no clock, file or socket.`,
          severity: 'error',
          from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
          to: { dependencyTypes: ['core'] },
        },
      ]),
]);

export default {
  forbidden: [
    ...rules,
    { name: 'no-cycles', comment: 'Data flows one way.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-parser-siblings',
      comment: 'A parser shares only src/parsers/text and parser.ts with its siblings.',
      severity: 'error',
      from: { path: '^src/parsers/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/parsers/[^/]+/', pathNot: '^src/parsers/($1|text)/' },
    },
    {
      name: 'no-rule-areas-across',
      comment: 'What two areas of rules need stands in src/rules/facts or src/rules/advice, which know no area.',
      severity: 'error',
      from: { path: '^src/rules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/rules/[^/]+/', pathNot: '^src/rules/($1|facts|advice)/' },
    },
    {
      name: 'roots-are-roots',
      comment: 'Composition roots are imported by nobody.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^src/(main|cli|try)\\.ts$' },
    },
    {
      name: 'no-test-in-product',
      comment: 'Product code never imports a test or what only tests install.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.test\\.ts$|^src/try(\\.ts|/))' },
      to: { path: '(\\.test\\.ts$|^test/)' },
    },
    {
      name: 'no-dev-dependency',
      comment: 'src runs with npm ci --omit=dev; only try.ts may use what the local Slack needs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '(\\.test\\.ts$|^src/try(\\.ts|/))' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(fixtures|test/hosts|test/cases)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
