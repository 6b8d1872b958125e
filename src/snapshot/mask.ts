/**
 * Hides what looks like a secret in command lines and whole outputs before anybody is shown them.
 *
 * Each character of a secret becomes '*': columns keep their width, and lines their number, so a masked output
 * still lines up with its citations. What is hidden is decided by the words around it, never by how random a text
 * looks: an innocent hash or device id must stay readable.
 *
 * Every pattern is bounded, since the text is the host's: no text makes it slower than its length.
 */
export function maskSecrets(text: string): string {
  let masked = text;
  for (const { pattern, spares } of PATTERNS) {
    masked = masked.replace(pattern, (whole: string, before: string, secret: string) =>
      spares?.test(before) ? whole : before + '*'.repeat(secret.length),
    );
  }
  return masked;
}

/** Words that stand in the name of an option or a variable whose value is a secret. */
const SECRET_WORD = '(?:passw(?:or)?d|passphrase|passwd|(?<=[_;?&-])pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|credentials?)';
/** '--password-file /etc/x' names where a secret lies, or something about it; that is no secret and worth reading. */
const NAMES_A_PLACE = /(?:file|path|dir|name|id|ttl|type|url|uri|length|count|prompt|agent|stdin)["']?(?:[=:\s]\s*)["']?$|--no-/i;

interface Pattern {
  /** Two groups: what is kept, and the secret behind it. */
  readonly pattern: RegExp;
  /** Where the kept part matches this, nothing is hidden. */
  readonly spares?: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  // --password=x, --token x, -passphrase x
  {
    pattern: new RegExp(`((?<=^|\\s)--?[\\w.-]{0,40}?${SECRET_WORD}[\\w.-]{0,30}(?:=["']?|[ \\t]+["']?(?!-)))([^\\s"']+)`, 'gim'),
    spares: NAMES_A_PLACE,
  },
  // DB_PASSWORD=x, ?user=u&password=p, password=x,uid=0
  { pattern: new RegExp(`(${SECRET_WORD}[\\w.]{0,30}["']?=["']?)([^\\s"'&;,]+)`, 'gi'), spares: NAMES_A_PLACE },
  // {"password":"x"}, password:x
  { pattern: new RegExp(`(${SECRET_WORD}[\\w.]{0,30}(?:["']\\s{0,4}:\\s{0,4}["']|:(?=\\w)))([^\\s"'&;,]+)`, 'gi'), spares: NAMES_A_PLACE },
  // https://user:password@host, redis://:password@host
  { pattern: /(:\/\/[^\s/:@]{0,100}:)([^\s/]{1,300})(?=@)/g },
  // https://token@host
  { pattern: /(:\/\/)([^\s/:@]{20,300})(?=@)/g },
  // Authorization: Bearer x, Authorization: Basic x
  { pattern: /(\b(?:bearer|authorization:[ \t]{0,4}\w{1,20})[ \t]+)([^\s"']{4,})/gi },
  // X-Api-Key: x, PRIVATE-TOKEN: x
  { pattern: /(\b(?:x-[\w-]{0,30}(?:token|key)|private-token|api-?key):[ \t]{0,4})([^\s"']+)/gi },
  // mysql -psecret; with a blank between, the word is a database
  { pattern: /(\b(?:mysql|mariadb|mariabackup|xtrabackup)[\w-]{0,20}(?:[ \t][^\n]{0,500}?)?[ \t]-p)([^\s]+)/g },
  // sshpass -p secret, redis-cli -a secret, ldapsearch -w secret, curl -u user:secret
  { pattern: /(\bsshpass[ \t]+-p[ \t]*)([^\s]+)/g },
  { pattern: /(\bredis-cli\b[^\n]{0,200}?[ \t]-a[ \t]+)([^\s]+)/g },
  { pattern: /(\bldap(?:search|modify|add|whoami)\b[^\n]{0,300}?[ \t]-w[ \t]+)([^\s]+)/g },
  { pattern: /(\b(?:curl|wget)\b[^\n]{0,500}?[ \t](?:-u|--user)[ \t=]*[^\s:]{1,100}:)([^\s]+)/g },
  // openssl -passin pass:secret
  { pattern: /((?<=\s)pass:)([^\s]+)/g },
  // Tokens that say themselves what they are
  { pattern: /(\bxox[a-z]-|\bxapp-)([\w-]{8,})/g },
  { pattern: /(hooks\.slack\.com\/services\/)([\w/]+)/g },
  { pattern: /(\b(?:AKIA|ASIA))([0-9A-Z]{12,})/g },
  { pattern: /(\b(?:gh[pousr]_|github_pat_|glpat-|hvs\.|sk-|AIza))([\w-]{16,})/g },
  { pattern: /(\beyJ)([\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g },
];
