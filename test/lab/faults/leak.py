"""Makes control groups that die slowly: leak.py PARENT FOLDER COUNT.

In each new group a child reads one page of a file of its own, so that the page is charged to the group; then the
group is removed. The kernel keeps it until that page is reclaimed.
"""

import os
import sys

parent, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
own = os.path.join(parent, "cgroup.procs")
me = str(os.getpid())

for number in range(count):
    group = os.path.join(parent, f"job-{number}")
    os.mkdir(group)
    with open(os.path.join(group, "cgroup.procs"), "w") as procs:
        procs.write(me)
    with open(os.path.join(folder, str(number)), "wb") as file:
        file.write(b"x" * 4096)
    with open(own, "w") as procs:
        procs.write(me)
    os.rmdir(group)
