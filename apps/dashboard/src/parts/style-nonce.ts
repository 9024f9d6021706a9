/** The nonce that allows scripts to add style elements. Absent during development with `npx vite`. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Read by React Remove Scroll, which Mantine's dialogs use.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
