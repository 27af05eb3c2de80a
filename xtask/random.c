// The one function of bcryptprimitives.dll that Rust needs, for Wine 8, which lacks this library.
unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(void *buffer, unsigned long long length) {
    return SystemFunction036(buffer, length);
}
