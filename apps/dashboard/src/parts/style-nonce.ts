/** What lets style elements of scripts into this page; absent while working on it with `npx vite`. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// React Remove Scroll, which Mantine's dialogs use, reads it here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
