"""Mail, as files of the standard and of Outlook."""
