import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask.ts';

describe('maskSecrets hides', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['mysqldump -u root -pS3cret! shop', 'mysqldump -u root -p******* shop'],
    ['backup --password=hunter2 --all', 'backup --password=******* --all'],
    ['backup --password hunter2 --all', 'backup --password ******* --all'],
    ['vault --token 5f2c9a77e1d04be1 login', 'vault --token **************** login'],
    ['app --db-passwd="a b"', 'app --db-passwd="* b"'],
    ['psql postgres://app:pa%3Ass@db/shop', 'psql postgres://app:*******@db/shop'],
    ['redis-cli -u redis://:topsecret@cache:6379', 'redis-cli -u redis://:*********@cache:6379'],
    ['git clone https://abcdefabcdefabcdefabcdef@git.example/x', `git clone https://${'*'.repeat(24)}@git.example/x`],
    ['curl -H Authorization: Bearer abc.def http://x', 'curl -H Authorization: Bearer ******* http://x'],
    ['curl -u admin:geheim http://x', 'curl -u admin:****** http://x'],
    ['env DB_PASSWORD=x1y2 SLACK_BOT_TOKEN=abcd run', 'env DB_PASSWORD=**** SLACK_BOT_TOKEN=**** run'],
    ['mount -o username=bo,password=geheim,uid=0', 'mount -o username=bo,password=******,uid=0'],
    ['java -Durl=jdbc:mysql://h/db?user=u&password=p1&ssl=true', 'java -Durl=jdbc:mysql://h/db?user=u&password=**&ssl=true'],
    ['bot xoxb-12345678-abcdefgh', 'bot xoxb-*****************'],
    ['s3 AKIAABCDEFGHIJKLMNOP', 's3 AKIA****************'],
    ['run {"password":"x","a":1}', 'run {"password":"*","a":1}'],
    ['sshpass -p geheim ssh db', 'sshpass -p ****** ssh db'],
    ['redis-cli -h db -a geheim info', 'redis-cli -h db -a ****** info'],
  ];
  it.each(cases)('%s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked);
  });
});

describe('maskSecrets keeps', () => {
  const innocent = [
    '/usr/sbin/logrotate /etc/logrotate.conf',
    'mysql -u root -p shop',
    'systemd-tty-ask-password-agent --watch',
    'backup --password-file /etc/backup.key --token-ttl 60',
    'git clone https://git.example/team/repo.git',
    'ssh -p 22 db; pidstat -p 4121 -d',
    'PWD=/root OLDPWD=/tmp run',
    '259       1 nvme1n1 480 0 122880 22128 38 0 3440 1991 0 5000 24119',
    '[  12.5] Kernel command line: root=UUID=3f4a2c11-9d20-4a57-8a61-0d1c8b0c3f11 ro quiet',
  ];
  it.each(innocent)('%s', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('the width of every line, and changes nothing the second time', () => {
    const words = fc.constantFrom(
      '--token',
      'password=',
      '://a:',
      '@',
      'mysql',
      ' -p',
      'x',
      ' ',
      '\n',
      '"',
      'é',
      ':',
      'Bearer ',
      'secret',
      'xoxb-',
      '-',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const once = maskSecrets(text);
        expect(once.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
        expect(maskSecrets(once)).toBe(once);
      }),
    );
  });

  it.each(['-', '://a:', '--token', 'mysql ', 'password', 'aA', 'eyJ', 'x-', ' ', 'curl -u '])('pace with a megabyte of %j', (piece) => {
    const started = performance.now();
    maskSecrets(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
