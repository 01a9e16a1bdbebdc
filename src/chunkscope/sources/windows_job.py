"""A Windows job object: a bound on memory, and an end that comes with ours."""

import sys

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
    from typing import Final

    _EXTENDED_LIMIT_INFORMATION: Final = 9
    _LIMIT_PROCESS_MEMORY: Final = 0x0100
    _LIMIT_KILL_ON_JOB_CLOSE: Final = 0x2000
    _SET_QUOTA_AND_TERMINATE: Final = 0x0101

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("per_process_user_time_limit", wintypes.LARGE_INTEGER),
            ("per_job_user_time_limit", wintypes.LARGE_INTEGER),
            ("limit_flags", wintypes.DWORD),
            ("minimum_working_set_size", ctypes.c_size_t),
            ("maximum_working_set_size", ctypes.c_size_t),
            ("active_process_limit", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority_class", wintypes.DWORD),
            ("scheduling_class", wintypes.DWORD),
        )

    class _ExtendedLimits(ctypes.Structure):
        _fields_ = (
            ("basic", _BasicLimits),
            ("io_counters", ctypes.c_ulonglong * 6),
            ("process_memory_limit", ctypes.c_size_t),
            ("job_memory_limit", ctypes.c_size_t),
            ("peak_process_memory_used", ctypes.c_size_t),
            ("peak_job_memory_used", ctypes.c_size_t),
        )

    class Job:
        """Holds one process and whatever it starts; closing it ends them all."""

        def __init__(self, pid: int, memory_bytes: int) -> None:
            """Put a process into a new job that grants each of its processes this much memory.

            Raises:
                OSError: Windows refused; then nothing is bound.
            """
            self._kernel = _kernel()
            self._handle = self._kernel.CreateJobObjectW(None, None)
            if not self._handle:
                raise ctypes.WinError(ctypes.get_last_error())
            try:
                self._limit(memory_bytes)
                self._take(pid)
            except OSError:
                self.close()
                raise

        def close(self) -> None:
            """End what is still in the job; twice is harmless."""
            if self._handle:
                self._kernel.CloseHandle(self._handle)
                self._handle = None

        def _limit(self, memory_bytes: int) -> None:
            limits = _ExtendedLimits()
            limits.basic.limit_flags = _LIMIT_PROCESS_MEMORY | _LIMIT_KILL_ON_JOB_CLOSE
            limits.process_memory_limit = memory_bytes
            if not self._kernel.SetInformationJobObject(
                self._handle,
                _EXTENDED_LIMIT_INFORMATION,
                ctypes.byref(limits),
                ctypes.sizeof(limits),
            ):
                raise ctypes.WinError(ctypes.get_last_error())

        def _take(self, pid: int) -> None:
            process = self._kernel.OpenProcess(_SET_QUOTA_AND_TERMINATE, False, pid)
            if not process:
                raise ctypes.WinError(ctypes.get_last_error())
            try:
                if not self._kernel.AssignProcessToJobObject(self._handle, process):
                    raise ctypes.WinError(ctypes.get_last_error())
            finally:
                self._kernel.CloseHandle(process)

    def _kernel() -> ctypes.WinDLL:
        """Return kernel32 with the types of what is called; handles are wider than an int."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle, number = wintypes.HANDLE, wintypes.DWORD
        kernel.CreateJobObjectW.restype = handle
        kernel.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
        kernel.OpenProcess.restype = handle
        kernel.OpenProcess.argtypes = (number, wintypes.BOOL, number)
        kernel.SetInformationJobObject.argtypes = (handle, ctypes.c_int, wintypes.LPVOID, number)
        kernel.AssignProcessToJobObject.argtypes = (handle, handle)
        kernel.CloseHandle.argtypes = (handle,)
        return kernel
