"""One end of a TCP fault: tcp.py MODE ADDRESS PORT. What it opens it closes when it ends."""
import socket
import sys
import threading
import time

mode, address, port = sys.argv[1], sys.argv[2], int(sys.argv[3])


def listening(backlog):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind((address, port))
    server.listen(backlog)
    return server


def swallow(connection):
    try:
        while connection.recv(1 << 16):
            pass
    except OSError:
        pass


def accept_all(backlog):
    server = listening(backlog)
    while True:
        connection, _ = server.accept()
        threading.Thread(target=swallow, args=(connection,), daemon=True).start()


def knock():
    """Twenty new connections each half second, the older ones dropped."""
    held = []
    while True:
        for _ in range(20):
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex((address, port))
            held.append(client)
        time.sleep(0.5)
        while len(held) > 60:
            held.pop(0).close()


def stream(bytes_per_s=None):
    while True:
        try:
            client = socket.create_connection((address, port), timeout=5)
            while True:
                client.sendall(bytes(16384))
                if bytes_per_s:
                    time.sleep(16384 / bytes_per_s)
        except OSError:
            time.sleep(0.2)


def hold(count):
    held = []
    while True:
        if len(held) < count:
            client = socket.socket()
            client.setblocking(False)
            client.connect_ex((address, port))
            held.append(client)
        elif held:
            held.pop(0).close()
        time.sleep(0.01)


if mode == "deaf":
    server = listening(2)
    time.sleep(300)
elif mode == "sink":
    accept_all(256)
elif mode == "knock":
    knock()
elif mode == "stream":
    stream()
elif mode == "trickle":
    stream(64_000)
elif mode == "hold":
    hold(int(sys.argv[4]))
