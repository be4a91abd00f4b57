/** The codes of problems while writing: what each means and what to do. */

export const writeCodes = {
  "foreign-file": {
    title: "a file stands in the way that surcingle did not write",
    text: "Nothing of yours is overwritten or deleted. Move the file away, or choose another place for the output. Files that surcingle wrote are known by the manifest beside them.",
  },
  "edited-file": {
    title: "a generated file was changed by hand",
    text: "The file was written by surcingle and differs from what was written. Take the change over into the definitions, then delete the file and run the command again.",
  },
  "behind-link": {
    title: "a path leads through a link",
    text: "Surcingle does not write through links: the file may belong to another program, for example home-manager. Replace the link by a directory, or apply to the place it points to.",
  },
  "output-clash": {
    title: "two output files have one path",
    text: "Two files would get the same path, or paths that differ only in upper and lower case, which are one file on many systems. Rename one of the definitions.",
  },
  "output-place": {
    title: "the output directory cannot be used",
    text: "The output is replaced as a whole, so it must be a directory of its own: not a link, not a file, and not the directory you work in.",
  },
  "output-busy": {
    title: "another run is writing to the same place",
    text: "One run at a time writes to one place; the other one wins. Wait for it to end and run the command again.",
  },
  "output-unwritable": {
    title: "the output cannot be written",
    text: "The file system refused: the disk is full, the directory is read-only, or it belongs to someone else. What stood there before is untouched.",
  },
  "shared-file": {
    title: "our keys cannot be merged into a file",
    text: "The file belongs to a client or to you. It could not be read, or it already holds another value under one of our keys. It is left as it is.",
  },
  "temporary-gate": {
    title: "the gate is in a directory that npm may remove",
    text: "The files would name a gate inside the cache of `npx`, and every call of a governed agent is denied once npm clears it. Install the program with `npm install --global surcingle`, or set `gate_command` in the settings to a gate that stays, and run `surcingle apply` again.",
  },
  interrupted: {
    title: "an earlier run was interrupted and its work is not finished",
    text: "Run `surcingle apply` again: it finishes the interrupted work first. Until then some files are old and some are new; each of them is whole.",
  },
} as const;
