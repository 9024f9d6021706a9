export { openLanguageDetector, type LanguageDetector, type Told } from './detect';
