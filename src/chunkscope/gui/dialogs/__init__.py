"""Windows that stand over the main one."""
