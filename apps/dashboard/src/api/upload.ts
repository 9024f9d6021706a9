import { ApiError, type ErrorBody } from './client';

/** Sends a form and reports the sent share from 0 to 1, which `fetch` cannot. @throws ApiError; TypeError without a connection */
export function putForm<T>(path: string, form: FormData, onProgress: (part: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve(request.response as T);
      else reject(new ApiError(request.status, (request.response ?? {}) as ErrorBody));
    };
    request.onerror = () => reject(new TypeError('The connection was closed.'));
    request.send(form);
  });
}
