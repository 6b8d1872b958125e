/** A host of the inventory, resolved: everything needed to reach it and to judge its figures. */
export interface Target {
  readonly name: string;
  readonly tags: readonly string[];
  readonly volumes: readonly VolumeLimit[];
  readonly reach: SshReach | LocalReach | ReplayReach;
}
export interface SshReach {
  readonly transport: 'ssh2';
  /** What its entry in hosts.yml is called; a jump host of ~/.ssh/config has none. */
  readonly entry?: string;
  readonly address: string;
  readonly port: number;
  readonly user: string;
  /** Private key file; otherwise the agent and the bot's default identity are tried. */
  readonly identityFile?: string;
  /** Host key pinned in hosts.yml, 'SHA256:…'; otherwise known_hosts decides. Never trusted on first use. */
  readonly hostKey?: string;
  /** The host to go through, itself resolved. */
  readonly jump?: SshReach;
}
export interface LocalReach {
  readonly transport: 'local';
}
export interface ReplayReach {
  readonly transport: 'replay';
  /** Folder of a recording (test/README.md has its format). */
  readonly recording: string;
}
/** Limits no command shows, as bought: what io.volume-* rules compare with. */
export interface VolumeLimit {
  readonly device: string;
  readonly maxBytesPerS?: number;
  readonly maxOpsPerS?: number;
  readonly kind?: 'gp2' | 'gp3' | 'st1' | 'sc1' | 'io1' | 'io2' | 'other';
  readonly sizeBytes?: number;
}
