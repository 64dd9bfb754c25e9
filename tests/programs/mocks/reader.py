#!/usr/bin/env python3
"""Prints what a program can read, write and see where it runs, as JSON, and then plays: reader.py PATH…"""
import glob
import json
import os
import sys

found = {"uid": os.getuid(), "groups": os.getgroups(), "read": {}, "write": {}}
for path in sys.argv[1:]:
    for each in glob.glob(path) or [path]:
        try:
            if os.path.isdir(each):
                found["read"][each] = sorted(os.listdir(each))
            else:
                with open(each, "rb") as file:
                    content = file.read()
                found["read"][each] = f"{len(content)} bytes"
                if each.endswith("environ"):
                    found["read"][each] = [entry.partition(b"=")[0].decode() for entry in content.split(b"\0") if entry]
        except OSError as error:
            found["read"][each] = type(error).__name__
for folder in "/tmp", os.environ["HOME"], ".", "/etc":
    try:
        with open(os.path.join(folder, "kalah-test"), "w", encoding="utf-8") as file:
            file.write("x")
        os.remove(os.path.join(folder, "kalah-test"))
        found["write"][folder] = True
    except OSError:
        found["write"][folder] = False
print(json.dumps(found), flush=True)
sys.argv[1:] = ["honest"]
exec(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "mock.py"), encoding="utf-8").read())
