/** What a page does once it is there, so that it goes on working: without a network, and when a new version comes. */
import { keepInstallPrompt } from './install-prompt.ts'
import { followUpdates } from './updates.ts'

keepInstallPrompt()
if (import.meta.env.PROD) followUpdates()

// Needed when nothing can be loaded any more; a browser without a service worker keeps them with the page.
void import('#web/static-pages/pages.ts')
void import('#web/offline/guard.ts')
void import('#web/shell/tell-crash.ts')
void import('#web/ui/ScaleDrawing.tsx')
