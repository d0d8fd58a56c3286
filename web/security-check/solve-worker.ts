/** A thread that looks for the solution of a challenge: the page stays usable meanwhile. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
