import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Pace {
  /** How often connections are looked at. */
  everyMs: number
  /** Bytes that have to pass between two looks. */
  bytesMin: number
  /** Looks in a row at which they did not, after which a connection is ended. */
  looksMax: number
}

/** A kilobyte a second over half a minute: less than any line that people still use. */
const PACE: Pace = { everyMs: 10_000, bytesMin: 10_000, looksMax: 3 }

interface Watched {
  read: number
  written: number
  slow: number
  request?: IncomingMessage
  response?: ServerResponse
}

/**
 * Ends connections on which somebody sends a request, or takes an answer, so slowly that they only keep it open. Time
 * that we take ourselves does not count, so that an honest upload may last as long as it needs.
 */
export function endSlowConnections(server: Server, pace: Pace = PACE): void {
  const watched = new Map<Socket, Watched>()
  server.on('connection', (socket) => {
    watched.set(socket, { read: 0, written: 0, slow: 0 })
    socket.once('close', () => watched.delete(socket))
  })
  server.on('request', (request, response) => {
    const state = watched.get(request.socket)
    if (state) Object.assign(state, { request, response })
  })
  const look = () => {
    for (const [socket, state] of watched) {
      const { bytesRead, bytesWritten } = socket
      const passed = { read: bytesRead - state.read, written: bytesWritten - state.written }
      Object.assign(state, { read: bytesRead, written: bytesWritten })
      const isSlow =
        (isSending(state) && passed.read < pace.bytesMin) ||
        (socket.writableLength > 0 && passed.written < pace.bytesMin)
      state.slow = isSlow ? state.slow + 1 : 0
      if (state.slow < pace.looksMax) continue
      watched.delete(socket)
      end(socket, state)
    }
  }
  const timer = setInterval(look, pace.everyMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** A request is on its way, and it is not we who make it wait. */
const isSending = ({ request }: Watched): boolean =>
  request !== undefined && !request.complete && !request.destroyed && request.readableLength === 0

function end(socket: Socket, { response }: Watched): void {
  if (response?.headersSent === false)
    socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  socket.destroySoon()
  // Whoever does not read does not see the end either.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
