from utils import read

print(len(read(8)))
