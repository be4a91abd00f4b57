/** The codes of problems while writing: what each means and what to do. */

export const writeCodes = {
  "foreign-file": {
    title: "a file already exists that surcingle did not write",
    text: "Surcingle does not overwrite or delete files that it did not write; the manifest lists those that it did. Move the file, or choose another output directory.",
  },
  "edited-file": {
    title: "a generated file was edited",
    text: "The file was edited after surcingle wrote it. Copy the change into the definitions, then delete the file and run the command again.",
  },
  "behind-link": {
    title: "a path goes through a symbolic link",
    text: "Surcingle does not write through symbolic links, because the file may belong to another program such as home-manager. Replace the link with a directory, or apply to its target.",
  },
  "output-clash": {
    title: "two output files have the same path",
    text: "Two files would have the same path, or paths that differ only in case and collide on many file systems. Rename one of the definitions.",
  },
  "output-place": {
    title: "the output directory cannot be used",
    text: "The whole output directory is replaced, so it must be a separate directory: not a link, a file, or the current directory.",
  },
  "output-busy": {
    title: "another run is writing to the same directory",
    text: "Only one run can write to a directory at a time. Wait for the other one to finish, then run the command again.",
  },
  "output-unwritable": {
    title: "the output cannot be written",
    text: "The disk is full, the directory is read-only, or it belongs to another user. Existing files were not changed.",
  },
  "shared-file": {
    title: "keys cannot be merged into a file",
    text: "The file belongs to you or to a client. It cannot be parsed, or it already has a different value for one of the keys. It was not changed.",
  },
  "temporary-gate": {
    title: "the gate is in a directory that npm may delete",
    text: "The gate would run from the `npx` cache. When npm clears the cache, every call of a governed agent is denied. Install surcingle globally (see the README), or set `gate_command` in the settings to a permanent path, then run `surcingle apply` again.",
  },
  interrupted: {
    title: "an earlier run was interrupted",
    text: "Run `surcingle apply` again: it completes the interrupted run first. Until then some files are old and some are new, but none is incomplete.",
  },
} as const;
