"""What a person may write, as frozen records that know no file format, no clock and no host."""
