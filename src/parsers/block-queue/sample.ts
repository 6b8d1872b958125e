import type { Row } from '../../model/evidence.ts';

/** What one file or link below /sys/block tells of a device; merge the facts of one device to have them all. */
export interface BlockFact extends Row {
  /** Kernel name of the device or partition: 'sda', 'sda1', 'dm-0'. */
  readonly device: string;
  /** The scheduler in use: 'none', 'mq-deadline', 'bfq'. */
  readonly scheduler?: string;
  readonly rotational?: boolean;
  /** nr_requests. */
  readonly queueDepth?: number;
  readonly readAheadBytes?: number;
  readonly sizeBytes?: number;
  /** 'MAJOR:MINOR'. */
  readonly deviceNumber?: string;
  /** Where it is a partition: the disk it lies on. */
  readonly disk?: string;
  /** Name in /dev/mapper. */
  readonly mapperName?: string;
  /** Of an md array: 'raid1'. */
  readonly raidLevel?: string;
  /** File behind a loop device. */
  readonly backingFile?: string;
  /** A device it lies on. */
  readonly slave?: string;
  /** A device that lies on it. */
  readonly holder?: string;
}
export interface BlockQueueSample {
  readonly facts: readonly BlockFact[];
}
