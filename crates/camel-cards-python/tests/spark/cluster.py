"""A standalone Spark cluster of this machine: a master and workers as processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark

HOME = Path(pyspark.__file__).parent
MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Cluster:
    """Only what it started is ever killed: processes by their number."""

    def __init__(self, folder: Path):
        self.folder, self.port = folder, free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []
        address = ["--host", "127.0.0.1", "--port", str(self.port), "--webui-port", str(free_port())]
        self.start(MASTER, *address)
        self.workers = [self.start_worker() for _ in range(2)]

    def start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_NO_DAEMONIZE": "1",
        }
        log = self.folder / f"process-{len(self.processes)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [HOME / "bin/spark-class", name, *arguments], stdout=output, stderr=output, env=environment
            )
        self.processes.append(process)
        return process

    def start_worker(self) -> subprocess.Popen[bytes]:
        folder = self.folder / f"worker-{len(self.processes)}"
        folder.mkdir()
        size = ["--cores", "1", "--memory", "1g", "--webui-port", str(free_port())]
        return self.start(WORKER, "--host", "127.0.0.1", *size, "-d", str(folder), self.url)

    def kill_worker(self, number: int) -> int:
        """Kills a worker and what it started by -9; returns how many executors that were."""
        worker = self.workers[number]
        victims = [worker.pid, *descendants(worker.pid)]
        executors = sum(b"CoarseGrainedExecutorBackend" in command_line(victim) for victim in victims)
        for victim in victims:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass
        worker.wait()
        self.workers[number] = self.start_worker()
        return executors

    def stop(self) -> None:
        victims = [pid for process in self.processes for pid in (process.pid, *descendants(process.pid))]
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        for victim in victims:
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass


def descendants(pid: int) -> list[int]:
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
    return [found for child in children for found in (child, *descendants(child))]


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def session(folder: Path) -> Iterator[tuple[pyspark.sql.SparkSession, Cluster]]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    # These JVMs live for two minutes, too short to earn back what the optimising compiler takes.
    os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    cluster = Cluster(folder)
    time.sleep(1)
    options = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.executor.memory": "1g",
        "spark.executor.cores": "1",
        "spark.sql.shuffle.partitions": "8",
        "spark.local.dir": str(folder / "local"),
        "spark.task.maxFailures": "3",
    }
    builder = SparkSession.builder.master(cluster.url).appName("camel-cards")
    for name, value in options.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    try:
        yield spark, cluster
    finally:
        spark.stop()
        cluster.stop()
