const REQUEST = /\s*\(request ([\w-]+)\)\s*\.?$/

/** What went wrong, and the number under which the server's log has it, which the server writes behind its words. */
export function failureParts(message: string): { text: string; requestId: string | null } {
  const found = REQUEST.exec(message)
  return found
    ? { text: message.slice(0, found.index), requestId: found[1]! }
    : { text: message, requestId: null }
}
