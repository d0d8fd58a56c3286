/**
 * How much of a file is read. A real report stays far below each of these; what goes beyond is refused with a sentence
 * that names the limit, so that no file takes more memory or time than its share. `../reports/README.md` lists them.
 */
export interface FileLimits {
  archive: ArchiveLimits
  text: {
    /** Characters of one line, of one record whose quotes hold line breaks, and of one row of a facts file. */
    recordCharactersMax: number
    /** Lines of one record. */
    recordLinesMax: number
  }
  workbook: WorkbookLimits
}

export interface ArchiveLimits {
  /** Bytes a file may have once unpacked. */
  unpackedBytesMax: number
  /** Unpacked bytes for one packed byte. Amazon's reports stay below 50, what deflate can do at most is 1,032. */
  ratioMax: number
  /** Below this many unpacked bytes the ratio is not looked at: a small file of equal rows is no attack. */
  ratioFreeBytes: number
  /** Files and folders that the list of a zip archive may name. */
  entriesMax: number
  /** Files that are imported out of one archive: several years of several marketplaces. */
  filesMax: number
}

export interface WorkbookLimits {
  /** The file as it comes; it is held in memory. */
  packedBytesMax: number
  /** Each part of it once unpacked; parts are read as streams. */
  unpackedBytesMax: number
  /** The last row is that of the format itself; columns are far fewer than its 16,384. */
  rowsMax: number
  columnsMax: number
  /** Cells of the sheet, the empty ones before the last of a row among them. */
  cellsMax: number
  /** Different texts of the workbook and the bytes of the part that holds them; they are held in memory. */
  sharedTextsMax: number
  sharedTextBytesMax: number
  /** Characters between two marks of the XML: a text, or a tag with its attributes. */
  tokenCharactersMax: number
  /** Elements within elements; workbooks have about ten. */
  depthMax: number
}

export const FILE_LIMITS: FileLimits = {
  archive: {
    unpackedBytesMax: 64 * 2 ** 30,
    ratioMax: 400,
    ratioFreeBytes: 128 * 2 ** 20,
    entriesMax: 1_000,
    filesMax: 500,
  },
  text: {
    recordCharactersMax: 2 ** 20,
    recordLinesMax: 200,
  },
  workbook: {
    packedBytesMax: 64 * 2 ** 20,
    unpackedBytesMax: 2 ** 30,
    rowsMax: 2 ** 20,
    columnsMax: 1_000,
    cellsMax: 50_000_000,
    sharedTextsMax: 4_000_000,
    sharedTextBytesMax: 128 * 2 ** 20,
    tokenCharactersMax: 2 ** 20,
    depthMax: 64,
  },
}

/** A limit as it stands in a sentence: `1,048,576`. */
export const limitText = (limit: number): string => limit.toLocaleString('en-US')

/** Bytes as they stand in a sentence: `64 MB`. */
export const bytesText = (bytes: number): string =>
  bytes >= 2 ** 30
    ? `${limitText(Math.round(bytes / 2 ** 30))} GB`
    : `${limitText(Math.round(bytes / 2 ** 20))} MB`
