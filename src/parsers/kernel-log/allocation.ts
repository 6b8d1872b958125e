import { PAGE_BYTES } from '../text/page-bytes.ts';
/** What an allocation that failed asked for. */
export interface Request {
  readonly order?: number;
  readonly gfp?: string;
}
/** What its report says of memory at that moment. */
export interface MemoryAtFailure {
  readonly freeBytes?: number;
  readonly fileCacheBytes?: number;
}

const LARGEST_ORDER = 20;

/** 'order:4, mode:0x40c40(GFP_NOFS|__GFP_COMP)' and 'order=4'; XFS tells the size instead. */
export function requestOf(text: string): Request {
  const order = Number(/\border[:=]\s?(\d{1,2})\b/.exec(text)?.[1] ?? orderOfSize(/deadlock size (\d{1,12}) /.exec(text)?.[1]));
  const gfp = /\bmode:\s?(0x[0-9a-f]{1,8}(?:\([A-Z_|]{1,200}\))?)/.exec(text)?.[1];
  return { ...(order <= LARGEST_ORDER ? { order } : {}), ...(gfp === undefined ? {} : { gfp }) };
}

/** 'free:50919 free_pcp:0 free_cma:0', 'active_file:879220 inactive_file:3045388': the lines that count pages, not those of one node in kB. */
export function memoryIn(text: string): MemoryAtFailure {
  if (!/^\s*(?:active_anon|active_file|free|Active):\d/.test(text)) return {};
  const pages = (name: string) => {
    const count = new RegExp(String.raw`(?:^|\s)${name}:(\d{1,12})(?=\s|$)`).exec(text)?.[1];
    return count === undefined ? undefined : Number(count) * PAGE_BYTES;
  };
  const [free, active, inactive] = [pages('free'), pages('active_file'), pages('inactive_file')];
  return {
    ...(free === undefined ? {} : { freeBytes: free }),
    ...(active === undefined || inactive === undefined ? {} : { fileCacheBytes: active + inactive }),
  };
}

function orderOfSize(bytes: string | undefined): number {
  return bytes === undefined ? Number.NaN : Math.max(0, Math.ceil(Math.log2(Number(bytes) / PAGE_BYTES)));
}
