/** Of a file that travels with a question; no disk has longer names. */
export const FILE_NAME_LENGTH_MAX = 255
