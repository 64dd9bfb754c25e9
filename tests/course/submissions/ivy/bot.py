"""Reads the protocol on standard input, as programs for other games do, and never connects."""
import sys
import time

print("ready", flush=True)
sys.stdin.read()
time.sleep(3600)
