import '@fontsource-variable/instrument-sans/wdth.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import './shell/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes/index.ts'
import { followOtherTabs } from './session/other-tabs.ts'
import { MinimumSizeGuard } from './shell/MinimumSizeGuard.tsx'
import { reportCrash, reportUncaught } from './shell/report-crash.ts'
import { silenceConsole } from './shell/silent-console.ts'
import { queryClient } from './trpc.ts'

if (import.meta.env.PROD) silenceConsole()
reportUncaught()
followOtherTabs()
// What nobody waits for comes after what somebody does.
addEventListener('load', () => void import('./installed-app/start.ts'))

createRoot(document.getElementById('root')!, {
  onUncaughtError: reportCrash,
  // The page that shows it reports it. The console would keep a message that may speak of somebody's data.
  ...(import.meta.env.PROD && { onCaughtError: () => {} }),
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MinimumSizeGuard>
        <RouterProvider router={router} />
      </MinimumSizeGuard>
    </QueryClientProvider>
  </StrictMode>,
)
