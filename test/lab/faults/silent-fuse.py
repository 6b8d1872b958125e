"""A FUSE server that greets the kernel and then never answers again: what a file server that went away looks like.

Speaks the protocol itself (linux/fuse.h, FUSE_INIT of version 7.31), so that no library is needed.
"""
import ctypes
import os
import struct
import sys
import time

mount_point = sys.argv[1]
device = os.open("/dev/fuse", os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
options = f"fd={device},rootmode=40000,user_id=0,group_id=0"
if libc.mount(b"files.example:/export", mount_point.encode(), b"fuse", 6, options.encode()):
    sys.exit(os.strerror(ctypes.get_errno()))

request = os.read(device, 1 << 20)
_length, _opcode, unique = struct.unpack_from("<IIQ", request)
_major, _minor, read_ahead, _flags = struct.unpack_from("<IIII", request, 40)
# struct fuse_init_out: version, read-ahead, flags, max_background, congestion_threshold, max_write, time_gran, …
body = struct.pack("<IIIIHHII", 7, 31, read_ahead, 0, 12, 9, 131072, 1) + struct.pack("<HHI7I", 32, 0, 0, *([0] * 7))
os.write(device, struct.pack("<IiQ", 16 + len(body), 0, unique) + body)
time.sleep(200)
