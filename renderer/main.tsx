import './zodMode'
import './styles/main.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './app/App'
import { createClient } from './client/client'
import { TextProvider } from './parts/useTranslation'
import { hanForms } from './text/hanForms'
import { createText } from './text/i18n'

// Radix adds a style element to the page; the content security policy allows it because of this response's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce !== undefined) setNonce(nonce)

document.documentElement.dataset.han = hanForms(navigator.languages)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

createRoot(root).render(
  <TextProvider text={createText()}>
    <App client={createClient(window.cyanotype)} />
  </TextProvider>,
)
