import { createRoot } from 'react-dom/client'
import { SecurityCheckDialog } from './SecurityCheckDialog.tsx'
import { passSecurityCheck } from './pass-security-check.ts'

/**
 * Opens the security check over whatever is there; true once it is passed, false when it is closed before. In a tree of
 * its own: any call of any page may need it, also where no page is shown yet.
 */
export function ask(): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const close = (isPassed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isPassed)
    }
    root.render(<SecurityCheckDialog check={passSecurityCheck} onClose={close} />)
  })
}
