import './app/mantine-styles.ts'
import './app/fonts.css'
import './ui/tokens.css'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'

const nonce = document.querySelector('meta[name=csp-nonce]')?.getAttribute('content') ?? ''
// The scroll lock of dialogs writes a style tag of its own and looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const root = document.getElementById('root')
if (root) createRoot(root).render(<App client={createQueryClient()} nonce={nonce} />)
