"""Plays well enough, but starts twenty processes that never end."""
import os
import time

import kgp


class Forks(kgp.Bot):
    def begin(self):
        for _ in range(20):
            if os.fork() == 0:
                os.setsid()
                time.sleep(3600)
                os._exit(0)
        super().begin()


Forks().run()
